import { StartError } from '@flota/postgres/startError.ts'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { keepZone } from '@flota/server/domain/trips/tripHours.ts'
import { connect, unhurried } from '@flota/server/platform/db/connect.ts'
import { migrate } from '@flota/server/platform/db/migrate.ts'
import { fillDemo, readNote, type Wanted } from './fill.ts'
import { usuariosBlock } from './usuarios.ts'

export interface DemoPlace {
  dataDir: string
  /** POSTGRES_BIN. */
  binDir?: string | undefined
  notice: (line: string) => void
}

/** Makes the data where there is none. @returns users, passwords @throws {StartError} over a company's own data */
export async function prepareDemo(place: DemoPlace, wanted: Wanted): Promise<string> {
  const { dataDir, notice } = place
  const postgres = await startPostgres(place)
  const db = connect(postgres.connection, () => undefined, 2, unhurried)
  try {
    await migrate(db)
    const note = await readNote(db)
    if (note === null) {
      throw new StartError(
        `DATA_DIR (${dataDir}) tiene datos que no son de la demostración: indica otra carpeta.`,
      )
    }
    if (note !== undefined) return note
    // What a trip's hour means, before there are trips: later only the open ones would be reckoned anew.
    await keepZone(db, wanted.zone)
    notice(`Creando los datos de la demostración: ${wanted.rutas} rutas…`)
    return usuariosBlock(await fillDemo(db, wanted))
  } finally {
    await db.close()
    await postgres.stop()
  }
}
