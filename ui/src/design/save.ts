/** Gives a file to the browser, which saves it. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A node id as the name of a file, after a word that says what the file holds. */
export function fileName(what: string, node: string): string {
  return `${what}-${node.replace(/[^\w.-]+/g, "_").slice(-80)}`;
}
