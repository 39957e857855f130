import { entero, quetzales } from '@flota/contract/format.ts'
import type { AnswerOf } from '../../api/call.ts'

export type Mantenimiento = AnswerOf<'GET /api/mantenimientos'>['data'][number]
