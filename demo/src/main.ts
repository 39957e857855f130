import { parseArgs } from 'node:util'
import { StartError } from '@flota/postgres/startError.ts'
import { readEnv } from '@flota/server/platform/env.ts'
import { openStore } from '@flota/server/platform/store/openStore.ts'
import { prepareDemo } from './prepare.ts'

// The program over a believable company, on data of its own: npm run demo [-- --rutas 200000]

const maxRutas = 1_000_000
/** About what a company with two dozen trucks drives in two years. */
const defaultRutas = '9000'

/** @throws {StartError} when it is none */
const readRutas = (): number => {
  try {
    const { rutas } = parseArgs({ options: { rutas: { type: 'string', default: defaultRutas } } }).values
    if (/^[1-9]\d*$/.test(rutas) && Number(rutas) <= maxRutas) return Number(rutas)
  } catch {
    // An option that is not ours is told as a wrong one of ours.
  }
  throw new StartError(`Uso: npm run demo -- --rutas N, con N de 1 a ${maxRutas}.`)
}

// Never somebody's own database, and never the data of `npm start`.
delete process.env.DATABASE_URL
process.env.DATA_DIR ||= './data-demo'
process.env.EMPRESA_NOMBRE ||= 'Transportes Xelajú'

// Until the program itself takes signals it is safe to leave: nothing half done is written.
const exitInterrupted = () => process.exit(130)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, exitInterrupted)
try {
  const rutas = readRutas()
  const env = readEnv(process.env)
  const users = await prepareDemo(
    {
      dataDir: env.DATA_DIR,
      binDir: env.POSTGRES_BIN,
      notice: (line) => void process.stdout.write(`${line}\n`),
    },
    { rutas, zone: env.TZ_EMPRESA, now: new Date(), store: openStore(env) },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, exitInterrupted)
  await import('@flota/server/main.ts')
  process.stdout.write(`${users}\n\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
