import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A book as LibreOffice writes it that has opened it. */
export async function resavedByLibreOffice(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'flota-hoja-'))
  try {
    const [from, to] = [join(folder, 'hoja.xlsx'), join(folder, 'guardada')]
    await mkdir(to)
    await writeFile(from, bytes)
    const profile = `-env:UserInstallation=file://${folder}/perfil`
    await promisify(execFile)('soffice', [
      profile,
      '--headless',
      '--convert-to',
      'xlsx',
      '--outdir',
      to,
      from,
    ])
    return new Uint8Array(await readFile(join(to, 'hoja.xlsx')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
