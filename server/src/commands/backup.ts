import { resolve } from 'node:path'
import { ownStore } from '../respaldo/files.ts'
import { refuseFilled } from '../respaldo/folders.ts'
import type { Manifest } from '../respaldo/manifest.ts'
import { runCommand, say } from './command.ts'
import { makeBackup } from './makeBackup.ts'

// npm run backup -- <folder>: a whole backup, whether the program runs or not.

const number = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 1 })
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

const sizeOf = ({ tables }: Manifest) => {
  const megabytes = sum(tables.map(({ bytes }) => bytes)) / 1e6
  const rows = sum(tables.map((table) => table.rows))
  return `${number.format(megabytes)} MB, ${number.format(rows)} filas en ${tables.length} tablas`
}

await runCommand('npm run backup -- <carpeta>', 1, async (command) => {
  const folder = resolve(command.words[0] ?? '')
  refuseFilled(folder, 'La carpeta del respaldo')
  const { manifest, files, missing } = await makeBackup(command, folder, { storeOf: ownStore })
  const withFiles = files > 0 ? ` y ${number.format(files)} archivos` : ''
  say(`Respaldo completo en ${folder}: ${sizeOf(manifest)}${withFiles}.`)
  if (missing > 0) say(`Faltan ${number.format(missing)} archivos, que no están enteros en ARCHIVOS_DIR.`)
})
