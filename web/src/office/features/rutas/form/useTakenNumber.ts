import { tripNumberKey } from '@flota/contract/records/comparison.ts'
import { useEndpointIf } from '../../../../api/cache/queries.ts'
import type { Form } from '../../../../form/FieldSpec.ts'
import { textIn } from '../../../../form/validate.ts'
import { useDebouncedText } from '../../../../ui/useDebouncedText.ts'

const maxNumberLength = 30

/** Returns the text to search for a number. A single digit is too short to be searched. */
const searchOf = (key: string) => (/^[0-9]+$/.test(key) ? `RUTA-${key}` : key)

/** Returns the hint that another trip has the typed number, in whatever spelling. */
export function useTakenNumber(form: Form): string | undefined {
  const typed = textIn(form, 'no_ruta').trim()
  const isOwn = typed === textIn({ valueOf: (name) => form.base[name] }, 'no_ruta').trim()
  const key = isOwn || typed.length > maxNumberLength ? '' : tripNumberKey(typed)
  const debounced = useDebouncedText(key || null)
  const { data } = useEndpointIf(
    'GET /api/buscar',
    debounced ? { query: { buscar: searchOf(debounced) } } : null,
  )
  const taken =
    key && data?.data.rutas?.find(({ id, texto }) => id !== form.id && tripNumberKey(texto) === key)
  return taken ? `Ya existe ${taken.texto}.` : undefined
}
