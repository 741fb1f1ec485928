/** The JSON body of an answer. Throws with the body when the answer is a refusal. */
export async function jsonOf(answer: Promise<Response>) {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
