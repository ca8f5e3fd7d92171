/** The form that makes a subscription. */
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { type Problem, type Schemas, send } from "../api/client";
import { withoutCommands } from "../design/Notice";
import { NodePicker } from "../search/NodePicker";
import { type About, type Form, SCOPES, type Scope, formFor, nameFor, readAbout, writeAbout } from "./about";

/** How long failures are waited for, and which are too old, is left as the server has it. */
type Wanted = Omit<Schemas["NewSubscription"], "waitMinutes" | "maxAgeHours">;
type Occasion = Wanted["on"][number];

const OCCASIONS: readonly [Occasion, string][] = [
  ["failed", "Runs failed, with the likeliest cause"],
  ["schema", "A dataset has other columns"],
  ["graph", "A job reads or writes other datasets"],
  ["late", "A job has not completed for longer than usual"],
  ["drift", "A contract differs from what runs"],
];

const FORMS: readonly [Form, string][] = [
  ["cloudevents", "CloudEvents"],
  ["slack", "Slack"],
  ["teams", "Teams"],
];

/** `about` is what it is about at first. */
export function NewAlert({ about: first, onMade }: { about: string; onMade: () => void }) {
  const [about, setAbout] = useState<About>(() => readAbout(first));
  const [on, setOn] = useState<ReadonlySet<Occasion>>(new Set(["failed"] as const));
  const [to, setTo] = useState("");
  const [chosenForm, setForm] = useState<Form | null>(null);
  const [chosenName, setName] = useState<string | null>(null);
  const { made, problem, make } = useMaking(onMade);
  const name = chosenName ?? nameFor(about);
  const form = chosenForm ?? formFor(to.trim());
  const target = writeAbout(about);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (target) make({ name, about: target, on: [...on], to: to.trim(), form });
  };
  return (
    <form className="card stack new-alert" aria-labelledby="new-alert" onSubmit={submit}>
      <h2 id="new-alert">New subscription</h2>
      <Line label="About">
        <AboutFields about={about} onChange={setAbout} />
      </Line>
      <Line label="When">
        <Occasions on={on} onChange={setOn} />
      </Line>
      <Line label="Tell">
        <input
          className="field wide"
          aria-label="Told to"
          placeholder="https:// address of a webhook, or log"
          title="The address of a webhook, or the word log for a line in the log of the server"
          required
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        {to.trim() !== "log" && (
          <Choice label="Form of the message" choices={FORMS} value={form} onChange={(value) => setForm(value)} />
        )}
      </Line>
      <Line label="Name">
        <input
          className="field"
          aria-label="Name"
          pattern="[A-Za-z0-9][A-Za-z0-9_.\-]{0,63}"
          title="Letters, digits and any of _.- that do not come first; a subscription of the same name is replaced"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Line>
      <div className="row wrap">
        <button type="submit" className="button main-action" disabled={target === null || on.size === 0}>
          Subscribe
        </button>
        {problem && <span role="alert">{problem}</span>}
      </div>
      {made && <Made made={made} />}
    </form>
  );
}

function useMaking(onMade: () => void) {
  const [made, setMade] = useState<Schemas["Subscribed"] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const make = (wanted: Wanted) => {
    setProblem(null);
    send<Schemas["Subscribed"]>("POST", "/api/v1/subscriptions", wanted)
      .then((subscribed) => {
        setMade(subscribed);
        onMade();
      })
      .catch((error: unknown) => setProblem(withoutCommands((error as Problem).message)));
  };
  return { made, problem, make };
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="alert-line">
      <span className="soft">{label}</span>
      <div className="row wrap grow">{children}</div>
    </div>
  );
}

function AboutFields({ about, onChange }: { about: About; onChange: (about: About) => void }) {
  const { scope, value } = about;
  const choices = Object.entries(SCOPES) as [Scope, string][];
  return (
    <>
      <Choice label="About" choices={choices} value={scope} onChange={(next) => onChange({ scope: next, value: "" })} />
      {scope === "node" && (
        <NodePicker
          label="Job or dataset"
          value={value || null}
          onChange={(node) => onChange({ scope, value: node ?? "" })}
        />
      )}
      {scope !== "node" && scope !== "everything" && (
        <input
          className="field"
          aria-label={scope === "contract" ? "Id of the contract" : `Name of the ${scope}`}
          placeholder={scope === "contract" ? "id of the contract" : `name of the ${scope}`}
          required
          value={value}
          onChange={(event) => onChange({ scope, value: event.target.value })}
        />
      )}
    </>
  );
}

interface OccasionsProps {
  on: ReadonlySet<Occasion>;
  onChange: (on: ReadonlySet<Occasion>) => void;
}

function Occasions({ on, onChange }: OccasionsProps) {
  return OCCASIONS.map(([occasion, meaning]) => (
    <label key={occasion} className="row alert-occasion">
      <input
        type="checkbox"
        checked={on.has(occasion)}
        onChange={(event) =>
          onChange(new Set(event.target.checked ? [...on, occasion] : [...on].filter((one) => one !== occasion)))
        }
      />
      {meaning}
    </label>
  ));
}

interface ChoiceProps<V extends string> {
  label: string;
  choices: readonly (readonly [V, string])[];
  value: V;
  onChange: (value: V) => void;
}

function Choice<V extends string>({ label, choices, value, onChange }: ChoiceProps<V>) {
  return (
    <select className="field" aria-label={label} value={value} onChange={(event) => onChange(event.target.value as V)}>
      {choices.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** The secret that receivers check messages by; it is told this once. */
function Made({ made }: { made: Schemas["Subscribed"] }) {
  return (
    <div role="status" className="alert-made">
      <p>
        <b>{made.name}</b> is subscribed.
        {made.secret && " Its messages are signed with this secret, which is not shown again:"}
      </p>
      {made.secret && <code className="wraps-anywhere">{made.secret}</code>}
    </div>
  );
}
