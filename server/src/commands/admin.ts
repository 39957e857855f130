import { StartError } from '@flota/postgres/startError.ts'
import { clearAttempts } from '../features/session/lockout.ts'
import { findCredentials } from '../features/session/queries.ts'
import { resetPassword } from '../features/usuarios/write.ts'
import type { Author } from '../platform/db/sql.ts'
import { generatePassword, hashPassword } from '../platform/passwords.ts'
import { printLine, runCommand, withDatabase } from './command.ts'

// npm run admin -- password <username>: sets a new password, also for the last administrador.

/** The operator of the machine is not a user. */
const operator: Author = {
  token_id: null,
  usuario_id: null,
  usuario: null,
  direccion: null,
  peticion: null,
  cambio: 'editar',
}

const usage = 'npm run admin -- password <usuario>'

await runCommand(usage, 2, ({ env, words: [verb, word = ''] }) => {
  if (verb !== 'password') throw new StartError(`Uso: ${usage}`)
  const username = word.trim()
  return withDatabase(env, async (db) => {
    const password = generatePassword()
    const hash = await hashPassword(password)
    await db.transaction(async (tx) => {
      const { user } = await findCredentials(tx, username)
      if (!user) throw new StartError(`No existe el usuario ${username}, o está en la papelera.`)
      if (!(await resetPassword(tx, user.id, hash)))
        throw new StartError(`El piloto de ${username} está en la papelera: restáuralo primero.`)
      await clearAttempts(tx, username)
    }, operator)
    printLine(`Contraseña nueva de ${username}: ${password}   (anótala: no se vuelve a mostrar)`)
  })
})
