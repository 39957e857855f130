import { expect, test } from 'vitest'
import { findTodos } from './todoCheck.ts'

// Each in two parts, so that this file is not found itself.
test('unfinished work is found with its line', () => {
  expect(findTodos(`a\n// TO${'DO'}: later\n`)).toEqual([`2: unfinished work: // TO${'DO'}: later`])
  expect(findTodos(`/* FIX${'ME'} */`)).toHaveLength(1)
})

test('a suppression needs its reason', () => {
  const disable = `// oxlint-${'disable'}-next-line no-console`
  expect(findTodos(disable)).toHaveLength(1)
  expect(findTodos(`${disable} -- the start block is for people`)).toEqual([])
  const expectError = `// @ts-${'expect-error'}`
  expect(findTodos(expectError)).toHaveLength(1)
  expect(findTodos(`${expectError} the types forget null`)).toEqual([])
})

test('words that contain them are no leftovers', () => {
  expect(findTodos('const metodo = todos.map(todo)')).toEqual([])
})
