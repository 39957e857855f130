import { existsSync } from 'node:fs'
import { aptInstall, withApt } from './apt.mjs'
import { SetupError, say } from './process.mjs'

/** Where Debian puts it. */
const program = '/usr/bin/soffice'

export const officeReady = () => existsSync(program)

export const installOffice = async () => {
  if (!withApt())
    throw new SetupError('Falta LibreOffice: instálalo (en Debian: apt-get install libreoffice-calc-nogui).')
  say('Instalando LibreOffice…')
  await aptInstall(['libreoffice-calc-nogui'])
}
