import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { causeOf, StartError } from '@flota/postgres/startError.ts'

/** @throws {StartError} with the operator's word `what`, unless it is absent or empty and replaceable in one step */
export function refuseFilled(folder: string, what: string): void {
  const there = statSync(folder, { throwIfNoEntry: false })
  if (!there) return
  if (!there.isDirectory()) throw new StartError(`${what} (${folder}) es un archivo: indica una carpeta.`)
  if (readdirSync(folder).length > 0) {
    throw new StartError(`${what} (${folder}) no está vacía: indica una carpeta nueva o vacía.`)
  }
  if (statSync(dirname(folder)).dev !== there.dev) {
    throw new StartError(`${what} (${folder}) es la raíz de un disco: indica una carpeta dentro de él.`)
  }
}

/** Makes a folder all at once: `fill` writes into one beside it, which takes its name when nothing is missing. */
export async function makeWhole<T>(folder: string, fill: (beside: string) => Promise<T>): Promise<T> {
  const beside = makeBeside(folder)
  try {
    const result = await fill(beside)
    syncFolder(beside)
    renameSync(beside, folder)
    syncFolder(dirname(folder))
    return result
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    throw error
  }
}

function makeBeside(folder: string): string {
  try {
    mkdirSync(dirname(folder), { recursive: true })
    return mkdtempSync(`${folder}.parcial-`)
  } catch (error) {
    throw new StartError(`No se puede escribir junto a ${folder}: ${causeOf(error)}.`)
  }
}

/** What was made or renamed in it outlives a power cut. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
