/** Words about a node, each on a coloured ground. */

interface MarkProps {
  word: string;
  /** The colour, as a class of `chips.css`. */
  tone: string;
  meaning?: string;
}

export function Marks({ marks }: { marks: readonly MarkProps[] }) {
  return marks.map((mark) => (
    <span key={mark.word} className={`chip ${mark.tone}`} title={mark.meaning}>
      {mark.word}
    </span>
  ));
}

export function Tags({ tags }: { tags: readonly string[] }) {
  return tags.map((tag) => (
    <span key={tag} className="chip accent">
      {tag}
    </span>
  ));
}
