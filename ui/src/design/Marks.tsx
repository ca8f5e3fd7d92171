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

export interface TagProps {
  key: string;
  value: string | null;
  source?: string | null;
}

interface TagsProps {
  tags: readonly (TagProps | string)[];
  /** Called with a tag that is pressed; without it tags are not to be pressed. */
  onChoose?: (words: string) => void;
}

/** Tags with their values: `tier=production`. */
export function Tags({ tags, onChoose }: TagsProps) {
  return tags.map((tag) => {
    const words = typeof tag === "string" ? tag : tag.value ? `${tag.key}=${tag.value}` : tag.key;
    const source = typeof tag === "string" ? null : tag.source;
    const shown = { className: "chip accent", ...(source ? { title: `Tagged by ${source}` } : {}) };
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
