/** @type {import('jest').Config} */
const config = {
  testEnvironment: 'node',
  runtime: '<rootDir>/test/support/jest/native-runtime.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
      },
    ],
  },
  // decorators need it, whichever file a test reads first
  setupFiles: ['reflect-metadata', '<rootDir>/test/support/jest/property-seed.js'],
  globalSetup: '<rootDir>/test/support/jest/global-setup.js',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.js',
  reporters: ['default', '<rootDir>/test/support/jest/report-skipped.js'],
  // one more than the machine of the checks has cores: many tests wait for a process or for PostgreSQL
  maxWorkers: 3,
  // generous, because a slow and busy machine makes slow tests ten times slower
  testTimeout: 240_000,
};

export default config;
