import tseslint from 'typescript-eslint';

const maxLines = (max) => ({ 'max-lines': ['error', { max, skipBlankLines: false, skipComments: false }] });

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'coverage/',
      'data/',
      '{src,examples}/**/generated/',
      'examples/typed-rows/',
      '**/*.generated.ts',
    ],
  },
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.ts', 'examples/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './src/portal-page/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...maxLines(400),
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Export by name, so that a thing has one name everywhere.',
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Marked to stand out. FETCH_ALLOW decides which sign-in providers are asked by http.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],

      // The compiler's noPropertyAccessFromIndexSignature is off, but env['NAME'] reads as what it is.
      '@typescript-eslint/dot-notation': 'off',
      // Numbers in texts are plain to read.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => void` shorthands and empty decorated classes are the manner of the graph's modules.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Type and interface both have their place; so do || on texts and async functions that only return.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-indexed-object-style': 'off',
      // Classes of inputs and of libraries stand for their shapes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/prefer-nullish-coalescing': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // A type that decorator metadata needs must be imported as a value, which the rule cannot tell everywhere.
    files: ['src/**/*.{entity,type,inputs,resolver}.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  { files: ['src/platform/database/migrations/**', 'src/**/migrations/**'], rules: { 'max-lines': 'off' } },
  {
    // An answer of a door is any JSON; what it must be is what the test says.
    files: ['test/**/*.ts'],
    rules: {
      ...maxLines(400),
      ...Object.fromEntries(
        ['assignment', 'argument', 'call', 'member-access', 'return'].map((use) => [
          `@typescript-eslint/no-unsafe-${use}`,
          'off',
        ]),
      ),
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
);
