/** What each kind of finding means, and what whoever runs the producer can do about it. */

export interface Advice {
  title: string;
  meaning: string;
  todo: string;
}

const ADVICE: Record<string, Advice> = {
  time_without_zone: {
    title: "Times without a zone",
    meaning: "The event does not say in which zone its time is; it counts as UTC.",
    todo: "Let the producer write times with an offset, such as 2025-03-21T04:20:29Z.",
  },
  future_time: {
    title: "Times in the future",
    meaning: "The event is dated more than 24 hours ahead, and counts only from then on.",
    todo: "Set the clock of the machine that sent it, or correct the time zone that it assumes.",
  },
  start_after_end: {
    title: "Starts after the end",
    meaning: "The run ended before it started, so it counts as started when it ended.",
    todo: "Compare the clocks of the machines that send the start and the end of the run.",
  },
  unknown_event_type: {
    title: "Unknown types of event",
    meaning: "The event’s type is none that OpenLineage knows; what else it says counts.",
    todo: "Send START, RUNNING, COMPLETE, ABORT, FAIL or OTHER.",
  },
  run_id_not_uuid: {
    title: "Run ids that are no UUIDs",
    meaning: "The id was turned into a UUID, by which the run is known here.",
    todo: "Let the producer make a UUID for each run; clients of OpenLineage have a function for it.",
  },
  shared_run_id: {
    title: "Run ids used by several jobs",
    meaning: "Two jobs sent events with one run id. They count as two runs that belong together.",
    todo: "Let each job make a run id of its own, and name the run that started it as its parent.",
  },
  nameless_dataset: {
    title: "Datasets without a name",
    meaning:
      "A dataset in the inputs or outputs has no namespace or no name, and was passed over: its lineage is lost.",
    todo: "Look up the place in the example event, and configure how the producer names that source.",
  },
  malformed_facet: {
    title: "Facets that cannot be read",
    meaning: "A facet has another shape than its definition says, and was not interpreted.",
    todo: "Update the producer’s integration, or report the facet to its authors.",
  },
  incomplete_facet: {
    title: "Facets with gaps",
    meaning: "Parts of a facet are missing or of the wrong kind. The rest of it counts.",
    todo: "Update the producer’s integration, or report the place in the facet to its authors.",
  },
  wrong_shape: {
    title: "Parts of the wrong kind",
    meaning: "A part of the event is not of the kind that OpenLineage asks for, and was passed over.",
    todo: "Check the example against the OpenLineage specification, and correct the producer.",
  },
  duplicate_key: {
    title: "Keys given twice",
    meaning: "An object of the event has a key twice. The last value counts.",
    todo: "Let the producer build its JSON with a library instead of by hand.",
  },
  number_out_of_range: {
    title: "Numbers that are too large",
    meaning: "A number of the event is larger than readers of JSON can hold, and was kept as text.",
    todo: "Let the producer write such a number as text.",
  },
  byte_order_mark: {
    title: "Byte order marks",
    meaning: "A mark stands before the JSON of the event, and was left out.",
    todo: "Let the producer send UTF-8 without a byte order mark.",
  },
  nul_character: {
    title: "NUL characters",
    meaning: "A text of the event has a NUL character, which was replaced.",
    todo: "Look where the text comes from: often it is a binary column or a broken file name.",
  },
  lone_surrogate: {
    title: "Broken characters",
    meaning: "A text of the event has half of a character, which was replaced.",
    todo: "Let the producer cut texts at whole characters.",
  },
  unreadable: {
    title: "Events that cannot be read",
    meaning: "The event is in the log, but cannot be read. It does not count.",
    todo: "Send it again once the producer is corrected, and retract this one.",
  },
  set_aside: {
    title: "Events set aside",
    meaning: "The pipeline could not apply the event, and went on without it. It does not count.",
    todo: "Read what went wrong in the example. If the event is in order, report it as a bug of Headwater.",
  },
};

/** A kind that this page does not know has its code for a title. */
export function adviceOn(code: string): Advice {
  const words = code.replaceAll("_", " ");
  return (
    ADVICE[code] ?? {
      title: words.charAt(0).toUpperCase() + words.slice(1),
      meaning: "The event was accepted, and counts as far as it can be read.",
      todo: "Look at the example, and compare it with the OpenLineage specification.",
    }
  );
}

/** A producer, which calls itself by a URL, in the words in which people know it. */
export function producerName(producer: string | null): { name: string; version: string | null } {
  if (!producer) return { name: "Unknown producer", version: null };
  const parts = producer
    .replace(/^https?:\/\/[^/]+\//, "")
    .split("/")
    .filter(Boolean);
  const tree = parts.indexOf("tree");
  // A tag may have a name before its version, as in tree/providers-openlineage/2.3.0.
  const ref = tree >= 0 ? parts.slice(tree + 1) : [];
  const version = ref.find((part) => /^v?\d/.test(part)) ?? ref[0] ?? null;
  const name = tree >= 0 ? [...parts.slice(0, tree), ...ref.filter((part) => part !== version)] : parts;
  // An organisation and its repository often have one name.
  const distinct = name.filter((part, index) => part !== name[index - 1]);
  return { name: distinct.join(" / ") || producer, version };
}
