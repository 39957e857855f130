import { parseArgs } from 'node:util'
import { runLoadTest } from './crash/loadTest.ts'

// Load test alone: node scripts/load.ts [--minutes 10, 0 without lists] [--clients 500] [--data <folder>]

const text = (defaultValue: string) => ({ type: 'string', default: defaultValue }) as const
const { values } = parseArgs({
  options: { minutes: text('10'), clients: text('500'), data: { type: 'string' } },
})
process.exitCode = (await runLoadTest(Number(values.minutes), Number(values.clients), values.data)) ? 0 : 1
