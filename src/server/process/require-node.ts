/** The oldest Node.js that runs the service: what it disposes of when it ends came with it. The same as in package.json. */
const oldest = 24;

/**
 * Ends the process with one sentence where its Node.js is too old. To be called before anything else is imported, which an
 * older one may not even read.
 */
export function requireNode(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= oldest) return;
  process.stderr.write(
    `Catalograph needs Node.js ${oldest} or newer, and this is ${node}: use npm start or npm run worker, which bring their own.\n`,
  );
  process.exit(1);
}
