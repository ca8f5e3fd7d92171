/** One choice of a few. */
interface Choice<V> {
  value: V;
  label: string;
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
  /** None, where the choice does not count now. */
  value: V | null;
  onChange: (value: V) => void;
  /** Why there is nothing to choose now. */
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
          {choice.label}
        </button>
      ))}
    </div>
  );
}
