import { type Access, type Caller, permisoNames } from '@flota/contract/core/access.ts'
import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import { permisosDinero } from '@flota/contract/core/permisos.ts'
import type { z } from 'zod'
import { isSessionOnlyLine } from '../../platform/http/authentication.ts'
import { jsonSchema } from '../../platform/http/jsonSchema.ts'

// Which permission a call needs, as sentences of the OpenAPI document.

const alternatives = new Intl.ListFormat('es', { type: 'disjunction' })
const quoted = (words: readonly string[]) => words.map((each) => `\`${each}\``)

const permissionsText = (words: readonly string[]) =>
  words.length === 1
    ? `el permiso ${quoted(words)[0]}`
    : `uno de los permisos ${alternatives.format(quoted(words))}`

/** Returns the rule's requirement, like 'pide el rol `piloto` y el permiso `ver_rutas`.' */
function accessText({ role, anyOf, except, pilotoPermiso }: Access, session: string): string {
  const needed = [role && `el rol \`${role}\``, anyOf && permissionsText(anyOf)].filter(Boolean)
  return [
    needed.length > 0 ? `pide ${needed.join(' y ')}.` : `pide ${session}, y ningún permiso.`,
    pilotoPermiso && `A un piloto le pide \`${pilotoPermiso}\`.`,
    except && `Un ${except} no puede llamarla.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const administrador: Caller = {
  rol_nombre: 'administrador',
  permissions: [...permisoNames],
  permissions_dinero: permisosDinero.map(({ nombre_permiso }) => nombre_permiso),
}

/** Yields the choices of each parameter of the schema that has some. */
function* choicesOf(schema: z.ZodType): Generator<[string, readonly string[]]> {
  const { properties = {} } = jsonSchema(schema, 'input').schema as {
    properties?: Record<string, { enum?: string[] }>
  }
  for (const [name, { enum: values }] of Object.entries(properties)) if (values) yield [name, values]
}

const anySession = 'una sesión o un token'
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns what `resolveAccess` requires, by the values of the parameter that it depends on. */
function resolvedTexts({ access, params, query, resolveAccess }: Endpoint): Map<string, string[]> {
  const textOf = (input: {}) => {
    const resolved = resolveAccess?.({ params: input, query: input }, administrador) ?? access
    return resolved === 'public' || resolved === access ? '' : accessText(resolved, anySession)
  }
  for (const [name, values] of [...choicesOf(params), ...choicesOf(query)]) {
    const byText = Map.groupBy(values, (value) => textOf({ [name]: value }))
    if (byText.size > 1)
      return new Map([...byText].map(([text, some]) => [text, [name, ...some].map((each) => `\`${each}\``)]))
  }
  return new Map([[textOf({}), []]])
}

function permissionText(endpoint: Endpoint): string {
  const { access, line } = endpoint
  if (access === 'public') return 'No pide token ni permiso.'
  const resolved = resolvedTexts(endpoint)
  if (resolved.size > 1)
    return [...resolved]
      .map(([text, [name, ...values]]) => `Con ${name} ${alternatives.format(values)} ${text}`)
      .join(' ')
  const usual = accessText(
    access,
    isSessionOnlyLine(line) ? 'una sesión, no un token de programa' : anySession,
  )
  const [more = ''] = resolved.keys()
  if (more === '') return capitalized(usual)
  return Object.keys(access).length === 0 ? capitalized(more) : `${capitalized(usual)} Además ${more}`
}

/** Returns an operation's description: what its summary leaves out, and the permission that it needs. */
export const descriptionOf = (endpoint: Endpoint, text?: string): string =>
  [...(text ? [text] : []), permissionText(endpoint)].join('\n\n')
