import { randomBytes } from 'node:crypto'
import { fechaOf } from './calendar.ts'
import data from './data/usuarios.json' with { type: 'json' }
import { type DemoContext, minuteAt, type Row } from './rows.ts'

/** What programs come in with, the second one soon no more. Nobody has a token of such a hash. */
export function tokenRows({ demo: { today }, usuarios, clock }: DemoContext): Row[] {
  const usuario_id = usuarios.find(({ username }) => username === data.programa.username)?.id
  const tokens = [
    { nombre: 'Traccar', made: today - 120, days: 365, used: minuteAt(today, 421) },
    { nombre: 'Hoja de la gerencia', made: today - 81, days: 90, used: minuteAt(today - 1, 1020) },
  ]
  return tokens.map(({ nombre, made, days, used }, i) => ({
    id: i + 1,
    usuario_id,
    nombre,
    token_hash: `\\x${randomBytes(32).toString('hex')}`,
    vence: fechaOf(made + days),
    creado_en: clock(minuteAt(made, 585)),
    usado_en: clock(used),
  }))
}

/** Where the owner's mail would go: no such domain is ever given to anybody. */
export const correoRows = ({ usuarios }: DemoContext): Row[] =>
  usuarios
    .filter(({ username }) => username === 'gerencia')
    .map(({ id }) => ({ usuario_id: id, correo: 'gerencia@transportes.example', avisos: true }))
