#!/usr/bin/env node
import process from 'node:process';
import { run } from './program.ts';

const { stdin, stdout, stderr, env } = process;
const onInterrupt = (listener: () => void) => process.once('SIGINT', listener);
process.exitCode = await run(process.argv.slice(2), { stdin, stdout, stderr, env, onInterrupt });
