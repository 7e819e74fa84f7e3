#!/usr/bin/env bash
# install.sh FOLDER: writes what an image of the service contains to a new folder: the bundles, the packages that they load when they
# run (packages.txt) and their dependencies, the demo, and Node.js. It needs `npm run build` before, and no network.
set -euo pipefail
target=$(realpath "$1")
cd "$(dirname "$0")/../.."
export PATH="$PWD/node_modules/.bin:$PATH"
mkdir "$target" "$target/bin"

query=$(sed 's/.*/[name="&"], [name="&"] */' deploy/image/packages.txt | paste -s -d ,)
packages=$(npm query "$query" | node -p 'JSON.parse(fs.readFileSync(0, "utf8")).map(({ location }) => location).join("\n")')

# no process reads the source maps, types and TypeScript of packages, and a file named .new belongs to a build that is under way
printf '%s\n' package.json LICENSE NOTICE dist src/seed/demo "$packages" |
  tar --create --exclude='*.map' --exclude='*.ts' --exclude='*.[cm]ts' --exclude='*.new' --files-from=- |
  tar --extract --no-same-owner --directory="$target"
cp "$(node -p process.execPath)" "$target/bin/node"
chmod -R u=rwX,go=rX "$target"
