// Sends the answer to a step. Returns {error}, {next} or {done}; goes to the end itself.
async function call(shape, step, given) {
    const response = await fetch(`/scripted/api/${shape}/${step}`, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(given),
    });
    const result = await response.json();
    if (result.done) top.location = result.done;
    return result;
}
