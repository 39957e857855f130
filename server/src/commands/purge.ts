import { StartError } from '@flota/postgres/startError.ts'
import { findPurgeable, type PurgeTotals, purgeArchivos } from '../features/archivos/purge.ts'
import { openCommandStore } from '../platform/store/openStore.ts'
import { printLine, runCommand, withDatabase } from './command.ts'

// npm run purge -- --dias 90: deletes the files that were moved to the bin more than 90 days ago.

const usage = 'npm run purge -- --dias 90 [--prueba]'
const minDays = 30

const number = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 1 })

function parseDays(text: string | undefined): number {
  if (text !== undefined && /^\d{1,6}$/.test(text) && Number(text) >= minDays) return Number(text)
  throw new StartError(`Uso: ${usage}, con ${minDays} días o más.`)
}

function printResult({ files, bytes }: PurgeTotals, days: number, isTrial: boolean): void {
  if (files === 0) return printLine(`Ningún archivo lleva más de ${number.format(days)} días en la papelera.`)
  const [one, many, freed] = isTrial
    ? ['Se quitaría', 'Se quitarían', 'se liberarían']
    : ['Se quitó', 'Se quitaron', 'se liberaron']
  const removed = files === 1 ? `${one} 1 archivo` : `${many} ${number.format(files)} archivos`
  printLine(`${removed} y ${freed} ${number.format(bytes / 1e6)} MB.`)
}

await runCommand(
  usage,
  0,
  async ({ env, values: { dias, prueba: isTrial = false }, signal }) => {
    const days = parseDays(dias)
    const purged = await withDatabase(env, (db) =>
      isTrial ? findPurgeable(db, days) : purgeArchivos(db, openCommandStore(env), days, signal),
    )
    printResult(purged, days, isTrial)
  },
  { dias: { type: 'string' }, prueba: { type: 'boolean' } },
)
