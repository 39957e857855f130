import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { aCamion, aRuta, someReferences } from './factories.ts'
import { openOffice, type RutaOffice } from './openOffice.ts'

type Changes = Record<string, unknown>
export type References = Awaited<ReturnType<typeof someReferences>>

/** In the future: a trip under way lasts until now at least. */
export const planningDay = '2027-05-24'

/** Opens an office per test file, with its own truck and people for each test. */
export function planningOffice() {
  let office: RutaOffice
  let camion: { id: number; placa: string }
  let refs: References
  /** The same truck with other people. */
  const otherPeople = async (): Promise<References> => ({
    ...(await someReferences(office.admin)),
    camion_id: camion.id,
  })
  beforeAll(async () => {
    office = await openOffice()
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    camion = (await office.admin.post('/api/camiones', aCamion())).body.data
    refs = await otherPeople()
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
    others: otherPeople,
    create: async (changes: Changes = {}, references = refs) => {
      const { status, body } = await office.admin.post(
        '/api/rutas',
        aRuta(references, { fecha: planningDay, hora: '06:00', ...changes }),
      )
      expect([status, body.error]).toEqual([201, undefined])
      return body
    },
    checkTrip: async (changes: Changes = {}, references?: References) => {
      const form = { ...(references ?? (await otherPeople())), fecha: planningDay, ...changes }
      const { status, body } = await office.admin.post('/api/rutas/revision', form)
      expect([status, body.error]).toEqual([200, undefined])
      return body.data.avisos
    },
  }
}
