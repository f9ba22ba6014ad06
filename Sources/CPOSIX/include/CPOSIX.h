#pragma once

#include "confine.h"
#include "files.h"
#include "guard.h"
#include "image.h"
#include "supervisor.h"
#include "network.h"
#include "process.h"
#include "detached.h"
#include "terminal.h"
