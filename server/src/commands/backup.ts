import { resolve } from 'node:path'
import { withSession } from '../db/session.ts'
import { backup } from '../respaldo/backup.ts'
import { refuseFilled } from '../respaldo/folders.ts'
import type { Manifest } from '../respaldo/manifest.ts'
import { standBack } from '../respaldo/standBack.ts'
import { readVersion } from '../version.ts'
import { runCommand, say, withConnection } from './command.ts'

// npm run backup -- <folder>: a whole backup, whether the program runs or not.

const number = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 1 })
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

const sizeOf = ({ tables }: Manifest) => {
  const megabytes = sum(tables.map(({ bytes }) => bytes)) / 1e6
  const rows = sum(tables.map((table) => table.rows))
  return `${number.format(megabytes)} MB, ${number.format(rows)} filas en ${tables.length} tablas`
}

await runCommand('npm run backup -- <carpeta>', 1, async ({ env, words: [word = ''], signal }) => {
  const folder = resolve(word)
  refuseFilled(folder, 'La carpeta del respaldo')
  const version = await readVersion()
  const manifest = await withConnection(env, (connection) =>
    withSession(connection, signal, async (session) => {
      await standBack(session, env.DATABASE_URL === undefined)
      return backup(session, folder, version)
    }),
  )
  say(`Respaldo completo en ${folder}: ${sizeOf(manifest)}.`)
})
