import type { AvisoClaseName } from '@flota/contract/avisoClases.ts'
import { createStore } from '../../api/store.ts'

/** What the bell shows: a few of each class, one class whole, or nothing. */
export const openAvisosStore = createStore<'todos' | AvisoClaseName | null>(null)

/** Opens the bell, which stands on every page of whoever sees notices; at one class, as a link of the dashboard does. */
export const openAvisos = (at: 'todos' | AvisoClaseName = 'todos') => openAvisosStore.set(at)
