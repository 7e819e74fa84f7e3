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
  setupFiles: ['reflect-metadata'],
  globalSetup: '<rootDir>/test/support/jest/global-setup.js',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.js',
  reporters: ['default', '<rootDir>/test/support/jest/report-skipped.js'],
  maxWorkers: 2,
  testTimeout: 30_000,
};

export default config;
