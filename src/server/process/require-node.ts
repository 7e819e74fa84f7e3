/** The oldest supported version of Node.js, the first with AsyncDisposableStack; the same as `engines` in package.json. */
const minVersion = 24;

/** Exits with a message when Node.js is too old. The caller imports everything else afterwards, because an older version may not parse it. */
export function requireNode(): void {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= minVersion) return;
  process.stderr.write(
    `Catalograph needs Node.js ${minVersion} or newer, and this is ${node}: use npm start or npm run worker, which bring their own.\n`,
  );
  process.exit(1);
}
