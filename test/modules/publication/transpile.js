// Lets a child process run the service from its sources: Node itself strips types, but knows no decorators.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';

// A child whose parent was killed has nobody left to end it.
process.once('disconnect', () => process.exit(1));

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.ts') || url.includes('/node_modules/')) return nextLoad(url, context);
    const { code } = transformFileSync(fileURLToPath(url), {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    });
    return { format: 'module', shortCircuit: true, source: code };
  },
});
