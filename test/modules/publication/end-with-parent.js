// A child whose parent was killed has no one left to end it.
process.once('disconnect', () => process.exit(1));
