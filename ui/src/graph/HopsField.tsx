export interface HopsFieldProps {
  value: number;
  /** The largest number that can be chosen. */
  most: number;
  /** What one step is, and what number others call it by. */
  meaning: string;
  disabled?: boolean;
  onChange: (hops: number) => void;
}

/** Chooses how many steps around its start a graph shows. */
export function HopsField({ value, most, meaning, disabled = false, onChange }: HopsFieldProps) {
  return (
    <label className="row soft" title={meaning}>
      <span className="hops-word">Hops</span>
      <input
        className="field hops"
        aria-label="Hops"
        type="number"
        min={1}
        max={most}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(Math.min(most, Math.max(1, Number(event.target.value) || 1)))}
      />
    </label>
  );
}
