import { existsSync } from 'node:fs'
import { aptInstall, withApt } from './apt.mjs'
import { printLine, SetupError } from './process.mjs'

const program = '/usr/bin/soffice'

export const libreOfficeReady = () => existsSync(program)

export const installLibreOffice = async () => {
  if (!withApt())
    throw new SetupError('Falta LibreOffice: instálalo (en Debian: apt-get install libreoffice-calc-nogui).')
  printLine('Instalando LibreOffice…')
  await aptInstall(['libreoffice-calc-nogui'])
}
