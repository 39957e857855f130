import { resolve } from 'node:path'
import { formatBytes } from '@flota/contract/core/formatBytes.ts'
import { StartError } from '@flota/postgres/startError.ts'
import { addFiles, filesStore } from '../platform/backup/backupFiles.ts'
import { assertEmptyFolder } from '../platform/backup/folders.ts'
import type { Manifest } from '../platform/backup/manifest.ts'
import { assertBackupFolder, makeRetainedBackup } from '../platform/backup/retention.ts'
import { backupDirOf } from '../platform/backup/schedule.ts'
import { addSharedFiles } from '../platform/backup/sharedFiles.ts'
import { archivosDirOf, archivosVariableOf } from '../platform/env.ts'
import { type Command, printLine, runCommand } from './command.ts'
import { type AddBackupFiles, type BackupResult, makeBackup } from './makeBackup.ts'

// npm run backup -- <folder>: makes a backup, whether the program runs or not. --keep N retains the newest N.

const usage = 'npm run backup -- [--keep N] [--sin-archivos] <carpeta>'

const number = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 1 })
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

const sizeOf = ({ tables }: Manifest) => {
  const size = formatBytes(sum(tables.map(({ bytes }) => bytes)))
  const rows = sum(tables.map((table) => table.rows))
  return `${size}, ${number.format(rows)} filas en ${tables.length} tablas`
}

function printResult(
  path: string,
  { manifest, files, missing, renewed, isRowsAlone }: BackupResult,
  filesVariable: string,
) {
  const withFiles = files > 0 && !isRowsAlone ? ` y ${number.format(files - missing)} archivos` : ''
  printLine(`Respaldo completo en ${path}: ${sizeOf(manifest)}${withFiles}.`)
  if (files > 0 && isRowsAlone)
    printLine(`Sin los ${number.format(files)} archivos, que quedan en ${filesVariable}.`)
  if (missing > 0)
    printLine(`Faltan ${number.format(missing)} archivos, que no están enteros en ${filesVariable}.`)
  if (renewed > 0)
    printLine(`Se copiaron de nuevo ${number.format(renewed)} archivos dañados: revisa ese disco.`)
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new StartError(`Uso: ${usage}`)
  return Number(text)
}

async function addBackup(command: Command, folder: string, keep: number, add?: AddBackupFiles) {
  assertBackupFolder(folder, backupDirOf(command.env), archivosDirOf(command.env))
  const make = (path: string) => makeBackup(command, path, add)
  const { path, result, unreadable } = await makeRetainedBackup(folder, keep, make, command.signal)
  printResult(path, result, archivosVariableOf(command.env))
  for (const name of unreadable) printLine(`${name} no se puede leer.`)
}

await runCommand(
  usage,
  1,
  async (command) => {
    const { keep, 'sin-archivos': isRowsAlone } = command.values
    const folder = resolve(command.words[0] ?? '')
    const addShared: AddBackupFiles = (referenced, input) => addSharedFiles(folder, referenced, input)
    if (keep !== undefined)
      return addBackup(command, folder, parseCount(keep), isRowsAlone ? undefined : addShared)
    assertEmptyFolder(folder, 'La carpeta del respaldo')
    const addOwn: AddBackupFiles = (referenced, input) =>
      addFiles(referenced, { ...input, to: filesStore(input.stagingFolder) })
    const result = await makeBackup(command, folder, isRowsAlone ? undefined : addOwn)
    printResult(folder, result, archivosVariableOf(command.env))
  },
  { keep: { type: 'string' }, 'sin-archivos': { type: 'boolean' } },
)
