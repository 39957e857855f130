import type { AnswerOf } from '../../api/call.ts'

export type Mantenimiento = AnswerOf<'GET /api/mantenimientos'>['data'][number]
