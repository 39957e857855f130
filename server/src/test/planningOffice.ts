import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { aCamion, aRuta, someReferences } from './factories.ts'
import { type Office, openOffice } from './openOffice.ts'

type Changes = Record<string, unknown>
export type References = Awaited<ReturnType<typeof someReferences>>

/** Far ahead: what is under way lasts until now at least. */
export const day = '2027-05-24'

/** A test file's office, with a truck and its people of its own for each test. */
export function planning() {
  let office: Office
  let camion: { id: number; placa: string }
  let refs: References
  /** The same truck with other people. */
  const others = async (): Promise<References> => ({
    ...(await someReferences(office.admin)),
    camion_id: camion.id,
  })
  beforeAll(async () => {
    office = await openOffice()
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    camion = (await office.admin.post('/api/camiones', aCamion())).body.data
    refs = await others()
  })
  return {
    get office() {
      return office
    },
    get camion() {
      return camion
    },
    get refs() {
      return refs
    },
    others,
    create: async (changes: Changes = {}, given = refs) => {
      const { status, body } = await office.admin.post(
        '/api/rutas',
        aRuta(given, { fecha: day, hora: '06:00', ...changes }),
      )
      expect([status, body.error]).toEqual([201, undefined])
      return body
    },
    review: async (changes: Changes = {}, given?: References) => {
      const asked = { ...(given ?? (await others())), fecha: day, ...changes }
      const { status, body } = await office.admin.post('/api/rutas/revision', asked)
      expect([status, body.error]).toEqual([200, undefined])
      return body.data.avisos
    },
  }
}
