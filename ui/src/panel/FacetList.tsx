import { Raw } from "../design/Raw";

/** Every facet as its producer sent it. */
export function FacetList({ facets }: { facets: Readonly<Record<string, unknown>> }) {
  const names = Object.keys(facets);
  if (names.length === 0) return <p className="faint">No facets.</p>;
  return (
    <div className="list">
      {names.map((name) => (
        <Raw key={name} name={name} value={facets[name]} />
      ))}
    </div>
  );
}
