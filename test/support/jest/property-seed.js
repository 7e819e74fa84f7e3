import fc from 'fast-check';

// CI tries the same examples in every run; elsewhere each run tries new ones, which may find new counterexamples
if (process.env['CI']) fc.configureGlobal({ seed: 20_261_122 });
