import { findAyudantes, findCamiones, findChoferes, findClientes } from '../../../form/catalogos.ts'
import { meant } from '../../../form/useCombobox.ts'
import type { RutaForm } from './useRutaDraft.ts'

const finders = [
  ['cliente', findClientes],
  ['chofer', findChoferes],
  ['ayudante', findAyudantes],
  ['camion', findCamiones],
] as const

/** Who types and saves faster than the searches answer is not told that nothing was chosen. */
export async function settleChoices(form: RutaForm, { newClients }: { newClients: boolean }) {
  await Promise.all(
    finders.map(async ([campo, find]) => {
      const { id, text } = form.getValues(campo)
      if (id !== null || text.trim() === '') return
      // Where it can't be asked now, the save itself says so.
      const options = await find(text.trim()).catch(() => [])
      const found = meant(options, text, newClients && campo === 'cliente')
      const isStill = form.getValues(campo).text === text
      if (found && isStill) form.setValue(campo, { id: found.id, text: found.text }, { shouldDirty: true })
    }),
  )
}
