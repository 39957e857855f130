import '@flota/contract/jitless.ts'
import { changedRuta, newRuta } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { campos } from '@flota/contract/validation.ts'
import type { Resolver } from 'react-hook-form'
import { bodyOf, type Campo, campoOf, type Values } from './values.ts'

/** Typed, and nothing of that name chosen: the server would only say that it is missing. */
const unknown: Partial<Record<Campo, string>> = {
  camion: sentences.unknownCamion,
  chofer: sentences.unknownChofer,
  ayudante: sentences.unknownAyudante,
}

/** A sentence for each field of the form that the contract's schema, or nobody's choice, finds wrong. */
function wrongFields(values: Values, schema: typeof newRuta | typeof changedRuta) {
  const { error } = schema.safeParse(bodyOf(values))
  const wrong = new Map<Campo, string>()
  for (const [name, message] of Object.entries(error ? campos(error) : {})) {
    const campo = campoOf(name)
    if (campo) wrong.set(campo, message)
  }
  for (const campo of ['camion', 'chofer', 'ayudante'] as const)
    if (values[campo].id === null && values[campo].text.trim()) wrong.set(campo, unknown[campo] ?? '')
  return wrong
}

const resolverFor =
  (schema: typeof newRuta | typeof changedRuta): Resolver<Values> =>
  (values) => {
    const wrong = wrongFields(values, schema)
    if (wrong.size === 0) return { values, errors: {} }
    const errors = Object.fromEntries(
      [...wrong].map(([campo, message]) => [campo, { type: 'schema', message }]),
    )
    return { values: {}, errors }
  }

export const newRutaResolver = resolverFor(newRuta)
export const changedRutaResolver = resolverFor(changedRuta)
