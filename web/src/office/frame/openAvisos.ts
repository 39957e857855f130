import type { AvisoClaseName } from '@flota/contract/avisoClases.ts'
import { createStore } from '../../api/store.ts'

export const openAvisosStore = createStore<'todos' | AvisoClaseName | null>(null)

export const openAvisos = (at: 'todos' | AvisoClaseName = 'todos') => openAvisosStore.set(at)
