import { formatBytes } from '@flota/contract/core/formatBytes.ts'
import { StartError } from '@flota/postgres/startError.ts'
import { findPurgeable, type PurgeTotals, purgeArchivos } from '../features/archivos/purge.ts'
import { countExcessNotes, purgeNotes } from '../features/piloto/purgeNotes.ts'
import { openCommandStore } from '../platform/store/openStore.ts'
import { type Command, printLine, runCommand, withDatabase } from './command.ts'

// npm run purge -- --dias 90: deletes the files that were moved to the bin more than 90 days ago.
// npm run purge -- --notas julio.piloto: deletes a user's notes in the history of trips, but the newest 200 of each.

const usage = 'npm run purge -- --dias 90 [--prueba], o --notas USUARIO [--prueba]'
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
  printLine(`${removed} y ${freed} ${formatBytes(bytes)}.`)
}

async function purgeNotesOf(
  { env, signal }: Pick<Command, 'env' | 'signal'>,
  username: string,
  isTrial: boolean,
) {
  const count = await withDatabase(env, (db) =>
    isTrial ? countExcessNotes(db, username) : purgeNotes(db, username, signal),
  )
  printLine(`${isTrial ? 'Se quitarían' : 'Se quitaron'} ${number.format(count)} notas de ${username}.`)
}

await runCommand(
  usage,
  0,
  async ({ env, values: { dias, notas, prueba: isTrial = false }, signal }) => {
    if (notas !== undefined && dias === undefined) return purgeNotesOf({ env, signal }, notas, isTrial)
    const days = parseDays(dias)
    const purged = await withDatabase(env, (db) =>
      isTrial ? findPurgeable(db, days) : purgeArchivos(db, openCommandStore(env), days, signal),
    )
    printResult(purged, days, isTrial)
  },
  { dias: { type: 'string' }, notas: { type: 'string' }, prueba: { type: 'boolean' } },
)
