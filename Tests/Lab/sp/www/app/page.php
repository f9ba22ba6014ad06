<?php

require dirname(__DIR__) . '/protected.php';
