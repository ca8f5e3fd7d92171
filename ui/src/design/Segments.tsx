/** A row of buttons, of which one is chosen. */
interface Choice<V> {
  value: V;
  label: string;
  /** What stands in place of the label where there is little room, and is its name there. */
  short?: string;
  title?: string;
}

export function Segments<V extends string>({
  label,
  choices,
  value,
  onChange,
  without,
}: {
  label: string;
  choices: readonly Choice<V>[];
  /** Null where none is chosen. */
  value: V | null;
  onChange: (value: V) => void;
  /** Why nothing can be chosen now; the buttons are disabled, and tell it. */
  without?: string | null;
}) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          title={without ?? choice.title}
          disabled={Boolean(without)}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.short ? (
            <>
              <span className="long">{choice.label}</span>
              <span className="short">{choice.short}</span>
            </>
          ) : (
            choice.label
          )}
        </button>
      ))}
    </div>
  );
}
