/** Words about a node, each on a coloured ground. */
import { type Tag, tagWords } from "./tags";

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

interface TagsProps {
  tags: readonly Tag[];
  /** Called with a tag that is pressed; without it tags are not to be pressed. */
  onChoose?: (words: string) => void;
}

/** Tags with their values: `tier=production`. What several have given is shown once. */
export function Tags({ tags, onChoose }: TagsProps) {
  const sources = new Map<string, string[]>();
  for (const tag of tags) {
    const words = tagWords(tag);
    sources.set(words, [...(sources.get(words) ?? []), ...(tag.source ? [tag.source] : [])]);
  }
  return [...sources].map(([words, by]) => {
    const shown = { className: "chip accent", ...(by.length > 0 ? { title: `Tagged by ${by.join(", ")}` } : {}) };
    return onChoose ? (
      <button key={words} type="button" {...shown} onClick={() => onChoose(words)}>
        {words}
      </button>
    ) : (
      <span key={words} {...shown}>
        {words}
      </span>
    );
  });
}
