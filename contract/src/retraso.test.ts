import { expect, test } from 'vitest'
import { nowIn } from './dias.ts'
import { conRetraso } from './retraso.ts'

const at = (moment: string) => nowIn('America/Guatemala', Date.parse(moment))

test.each([
  ['2026-11-20', '08:30:00', '2026-11-20T14:30:59Z', false],
  ['2026-11-20', '08:30:00', '2026-11-20T14:31:00Z', true],
  ['2026-11-20', '23:59:00', '2026-11-21T05:59:59Z', false],
  ['2026-11-20', '23:59:59', '2026-11-21T06:00:00Z', true],
  ['2026-11-21', '00:00:00', '2026-11-21T05:59:59Z', false],
  ['2026-11-21', '00:00:00', '2026-11-21T06:00:00Z', false],
  ['2026-11-21', '00:00:00', '2026-11-21T06:01:00Z', true],
  ['2026-12-31', '23:00:00', '2027-01-01T06:00:00Z', true],
])('%s %s is late at %s: %s', (fecha, hora, moment, late) =>
  expect(conRetraso({ estado: 'Pendiente', fecha, hora }, at(moment))).toBe(late),
)

test.each(['En curso', 'Entregado', 'Incidente', 'Otro'])('what is %s is never late', (estado) =>
  expect(conRetraso({ estado, fecha: '2020-01-01', hora: '00:00:00' }, '2026-11-20 08:30')).toBe(false),
)
